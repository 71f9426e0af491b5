"""A real nginx for the tests, with the configuration that the guide gives to operators, and servers behind it."""

import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NO_NGINX = "there is no nginx on this machine (on Debian: apt-get install nginx-light)"
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "server.md"
STICKY = re.compile(r"\n *ip_hash;[^\n]*")
WEBSOCKETS = re.compile(r"\n *proxy_set_header (Upgrade|Connection) [^\n]*")
NAME = re.compile(r"\n *proxy_set_header Host [^\n]*")
"""What the configuration has for the same visitor to come to the same process, for WebSockets, for the site's name."""
_AROUND = """{user}worker_processes 1;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {given}
}}
"""


def program():
    """Where nginx is; None where there is none."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def guide(proxy="nginx"):
    """The configuration in the guide."""
    (found,) = re.findall(rf"```{proxy}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return found


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def certificate(folder):
    """Make a certificate that nobody vouches for."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "site")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(datetime.now(UTC)).not_valid_after(datetime.now(UTC) + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    (folder / "site.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "site.key").write_bytes(pem)


@contextmanager
def nginx(folder, given, *ports):
    """Run nginx with a configuration whose servers are at these ports; give the site's address."""
    folder.mkdir()
    certificate(folder)
    port = free_port()
    given = given.replace("443", f"127.0.0.1:{port}").replace("/etc/ssl/example.org", f"{folder}/site")
    lines = iter(ports)
    given = re.sub(r"\n *server 127.0.0.1:\d+ ([^\n]*)", lambda line: _upstream(next(lines, None), line[1]), given)
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(_AROUND.format(folder=folder, given=given, user=user))
    command = [program(), "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "log", "-g", "daemon off;"]
    running = subprocess.Popen(command)
    try:
        wait(port, running, folder / "log")
        yield f"https://127.0.0.1:{port}/byways"
    finally:
        running.terminate()
        running.wait(30)


def _upstream(port, settings):
    return f"\n    server 127.0.0.1:{port} {settings}" if port else ""


def wait(port, running, log):
    for _ in range(500):
        assert running.poll() is None, log.read_text()
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("the proxy does not answer")
