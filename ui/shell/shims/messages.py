"""Which messages to Streamlit's web socket a page of this app can have sent.

No issue: its socket takes kinds that no page sends, of any number of names; a list of kinds that
are taken, as a setting, would end this.
"""

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

STREAM = "/_stcore/stream"
"""How the path of Streamlit's web socket ends."""

KINDS = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, DOWNLOAD = "backend_operation_request", "deferred_file"
"""What a download that is made when it is asked for is asked by."""

MOST_FILES = 20
"""Files that one message may ask addresses for."""


def is_of_a_page(data: bytes) -> bool:
    """Say whether a message is of a kind that pages send, about no more files than they take."""
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return False
    kind = message.WhichOneof("type")
    if kind == OPERATION:
        return bool(message.backend_operation_request.WhichOneof("payload") == DOWNLOAD)
    few = len(message.file_urls_request.file_names) <= MOST_FILES
    return kind in KINDS and few
