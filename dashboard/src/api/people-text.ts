import type { Error as ErrorBody } from './paths.gen.ts';

/** The parts of an error that say what the caller lacks. */
export type Missing = Pick<ErrorBody, 'missingGrant' | 'missingRole'>;

/** Parts in parentheses for programs and terminals: an operation, a command, a variable. */
const forPrograms = / \((?:(?:GET|PUT|POST|PATCH|DELETE) \/|lectern |LECTERN_)[^)]*\)/g;

/** Errors whose messages are always for programs. */
const texts: Readonly<Record<string, string>> = {
  invalid_sign_in_link:
    'A sign-in link works once, for ten minutes, and until the next one is made. To get another, run “npx lectern sign-in” on the machine of the server.',
  invalid_api_key: 'You need to sign in for this.',
  internal_error:
    'Something went wrong on the server. Try again. If it happens again, ask the person who runs the server: its log has the details.',
  rate_limit_exceeded: 'You sent too many requests. Wait a minute, then try again.',
};

/**
 * Returns the text of an error for people. The API writes messages for programs. So the page leaves out parts that only
 * programs or terminals can use, and says what a person can do on the page. Pure.
 */
export function peopleText(code: string, message: string, missing: Missing = {}): string {
  const { missingGrant, missingRole } = missing;
  if (missingGrant) {
    const { teamspace, integration } = missingGrant;
    return `This source needs a credential, and members of ${teamspace} may not use the integration ${integration}. Ask an admin to allow it: view Access, tab Integrations.`;
  }
  if (missingRole) {
    return `This needs the role ${missingRole.required}. Your role is ${missingRole.actual}.`;
  }
  return texts[code] ?? message.replaceAll(forPrograms, '');
}
