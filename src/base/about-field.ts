/**
 * Returns a message that names its field once, without a full stop: `Field "schedule" must be ...`. A message that does
 * not begin with the field follows a colon.
 */
export function aboutField(field: string, message: string): string {
  const isNamed = message.startsWith(`${field} `);
  const rest = isNamed ? message.slice(field.length + 1) : message;
  return `Field "${field}"${isNamed && !rest.startsWith('"') ? '' : ':'} ${rest}`;
}
