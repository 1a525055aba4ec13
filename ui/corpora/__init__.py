"""From a reader's text to a training that all sessions share. Knows no Streamlit."""
