/**
 * A mistake as a sentence about a field, which it names once, without a full stop: `Field "schedule" must be ...`. What
 * the message says of the field's value follows a colon.
 */
export function aboutField(field: string, message: string): string {
  const isNamed = message.startsWith(`${field} `);
  const rest = isNamed ? message.slice(field.length + 1) : message;
  return `Field "${field}"${isNamed && !rest.startsWith('"') ? '' : ':'} ${rest}`;
}
