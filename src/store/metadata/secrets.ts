import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LecternError } from '../../base/errors.ts';
import { checkSecret, type SecretChange, type SecretStore, type SecretValues } from '../secrets.ts';
import type { MetadataDatabase } from './database.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Stores secrets on a laptop in a table; each set is encrypted as a whole. A copy of the database without the key reveals
 * none. The cipher authenticates the name too, so a row that was moved to another name is refused.
 */
export class SqlSecretStore implements SecretStore {
  private readonly db: MetadataDatabase;
  private readonly key: Buffer;

  /** `key`: 32 bytes, see `readSecretKey`. */
  constructor(db: MetadataDatabase, key: Buffer) {
    this.db = db;
    this.key = key;
  }

  get(name: string): Promise<SecretValues | undefined> {
    return this.read(this.db, name);
  }

  put(name: string, values: SecretValues): Promise<void> {
    return this.write(this.db, name, values);
  }

  update(name: string, change: SecretChange): Promise<SecretValues> {
    return this.db.transaction().execute(async (transaction) => {
      const values = change(await this.read(transaction, name));
      await this.write(transaction, name, values);
      return values;
    });
  }

  async delete(name: string): Promise<void> {
    await this.db.deleteFrom('secrets').where('name', '=', name).execute();
  }

  private async read(db: MetadataDatabase, name: string): Promise<SecretValues | undefined> {
    const row = await db
      .selectFrom('secrets')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && this.open(name, row.sealed);
  }

  private async write(db: MetadataDatabase, name: string, values: SecretValues): Promise<void> {
    checkSecret(name, values);
    const sealed = this.seal(name, values);
    await db
      .insertInto('secrets')
      .values({ name, sealed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
      .execute();
  }

  /** Returns nonce, tag and ciphertext in base64. */
  private seal(name: string, values: SecretValues): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(name));
    const text = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  }

  private open(name: string, sealed: string): SecretValues {
    const bytes = Buffer.from(sealed, 'base64');
    const nonce = bytes.subarray(0, nonceBytes);
    const text = bytes.subarray(nonceBytes + tagBytes);
    try {
      const decipher = createDecipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const plain = Buffer.concat([decipher.update(text), decipher.final()]);
      return JSON.parse(plain.toString('utf8')) as SecretValues;
    } catch (cause) {
      const message = `the secret ${name} cannot be decrypted with this install's key; restore the key file of the same backup as the database, or set the secret again`;
      throw new LecternError('internal_error', message, { cause });
    }
  }
}
