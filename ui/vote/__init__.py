"""Class vote without Streamlit: rooms in a file, and the page and web socket of phones."""
