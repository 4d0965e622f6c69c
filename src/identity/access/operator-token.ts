/** File in the data directory with the operator token. */
export const operatorTokenFile = 'operator.token';
/** File in the data directory with the server's address; it exists while the server runs. */
export const serverAddressFile = 'server.url';
