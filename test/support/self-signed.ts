// A key and a self-signed certificate for tests. No system trusts the certificate.

/** PEM of a private key that protects nothing. */
export const selfSignedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFF/1jv8e7CjzU49k
kkqcZBZ/vQ+JKfM5jN4hdrm+v++hRANCAASZrAzW6oBAwwvZrH7tXQJ4CXPZKiiK
CykO/YTYlZnxpsr1H1Vaa32N9kJm7BKyVw7PO77ikBopohB+PT8K0o1j
-----END PRIVATE KEY-----`;

/** PEM of a certificate for localhost and 127.0.0.1 without the signature of an authority. */
export const selfSignedCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUaI3Y4nsxMBgPu6NNDWNpoEsAZoowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyMTA1OVoYDzIxMjYxMDI4
MDIxMDU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASZrAzW6oBAwwvZrH7tXQJ4CXPZKiiKCykO/YTYlZnxpsr1H1Vaa32N
9kJm7BKyVw7PO77ikBopohB+PT8K0o1jo28wbTAdBgNVHQ4EFgQUZrmYPXBrH8Iz
AmfFh65bQqtXV4gwHwYDVR0jBBgwFoAUZrmYPXBrH8IzAmfFh65bQqtXV4gwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgEa1wmoyA7fmsTnWkpODGyRFsutMHJWPxfkr0xnAYNx0CIQC+
y6t2dfN10SdIYHovSYMpLwwGioxYs0um7mhlU0WGmQ==
-----END CERTIFICATE-----`;
