import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands.ts';

/** The subject of a certificate. */
export interface Subject {
  /** Common name. The API server takes it as the name of the user. */
  name: string;
  /** Organization. The API server takes it as the group of the user. */
  group?: string;
  /**
   * Subject alternative names as OpenSSL writes them, such as `IP:127.0.0.1`. With them, the
   * certificate is a server's.
   */
  serves?: string[];
}

/** PEM files of a certificate and its private key. */
export interface Certificate {
  certificateFile: string;
  keyFile: string;
}

const days = '30';
const ellipticKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];

/** A certificate authority with its files in one folder. */
export class CertificateAuthority {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates the key and the certificate of the authority. */
  static async create(folder: string): Promise<CertificateAuthority> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Without this file, OpenSSL adds extensions from the configuration of the system.
    await writeFile(join(folder, 'openssl.cnf'), '[req]\ndistinguished_name = dn\n[dn]\n');
    const authority = new CertificateAuthority(folder);
    await authority.request('ca', '/CN=lectern-test', [
      'basicConstraints=critical,CA:TRUE',
      'keyUsage=critical,keyCertSign,cRLSign',
      'subjectKeyIdentifier=hash',
    ]);
    return authority;
  }

  get certificateFile(): string {
    return join(this.folder, 'ca.crt');
  }

  get keyFile(): string {
    return join(this.folder, 'ca.key');
  }

  /**
   * Creates a key and signs a certificate for it. `file` is the name of both files, without the
   * ending.
   */
  async issue(file: string, { name, group, serves }: Subject): Promise<Certificate> {
    const subject = `${group === undefined ? '' : `/O=${group}`}/CN=${name}`;
    const extensions = [
      'basicConstraints=CA:FALSE',
      'keyUsage=digitalSignature',
      `extendedKeyUsage=${serves ? 'serverAuth' : 'clientAuth'}`,
      ...(serves ? [`subjectAltName=${serves.join(',')}`] : []),
    ];
    const signer = ['-CA', this.certificateFile, '-CAkey', this.keyFile];
    await this.request(file, subject, extensions, signer);
    return {
      certificateFile: join(this.folder, `${file}.crt`),
      keyFile: join(this.folder, `${file}.key`),
    };
  }

  /** Writes a kubeconfig that connects to a server as this subject. Returns its path. */
  async kubeconfig(path: string, server: string, subject: Subject): Promise<string> {
    const { certificateFile, keyFile } = await this.issue(
      `client-${subject.name.replaceAll(':', '-')}`,
      subject,
    );
    const encoded = async (file: string) => (await readFile(file)).toString('base64');
    const cluster = { server, 'certificate-authority-data': await encoded(this.certificateFile) };
    const user = {
      'client-certificate-data': await encoded(certificateFile),
      'client-key-data': await encoded(keyFile),
    };
    // JSON is YAML.
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'lectern-test', cluster }],
      users: [{ name: subject.name, user }],
      contexts: [
        { name: 'lectern-test', context: { cluster: 'lectern-test', user: subject.name } },
      ],
      'current-context': 'lectern-test',
    };
    await writeFile(path, JSON.stringify(config, null, 2), { mode: 0o600 });
    return path;
  }

  private async request(
    file: string,
    subject: string,
    extensions: string[],
    signer: string[] = [],
  ): Promise<void> {
    const path = join(this.folder, file);
    const outputs = ['-keyout', `${path}.key`, '-out', `${path}.crt`];
    const config = join(this.folder, 'openssl.cnf');
    const options = ['-x509', '-config', config, '-days', days, '-subj', subject, ...ellipticKey];
    const extended = extensions.flatMap((extension) => ['-addext', extension]);
    await run('openssl', ['req', ...options, ...outputs, ...signer, ...extended]);
  }
}

/** Writes the key pair that signs the tokens of service accounts. */
export async function writeSigningKeys(
  folder: string,
): Promise<{ privateFile: string; publicFile: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const files = { privateFile: join(folder, 'sa.key'), publicFile: join(folder, 'sa.pub') };
  await writeFile(files.privateFile, privateKey.export({ type: 'sec1', format: 'pem' }), {
    mode: 0o600,
  });
  await writeFile(files.publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}
