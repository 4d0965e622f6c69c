/** Returns URLs that try to make git run a command (which creates the file `canary`), read a file, or accept an option. */
export const hostileUrls = (canary: string): string[] => [
  `ext::sh -c touch% ${canary}`,
  `ext::touch ${canary}`,
  `EXT::touch ${canary}`,
  'fd::17',
  'fd::17/foo',
  `transport::ext::touch ${canary}`,
  `--upload-pack=touch ${canary}`,
  `-u touch ${canary}`,
  `-cprotocol.ext.allow=always`,
  `-oProxyCommand=touch ${canary}`,
  `ssh://-oProxyCommand=touch%20${canary}/x/y`,
  `ssh://host/-oProxyCommand=touch`,
  `git@-oProxyCommand=touch:x/y`,
  `-git@host:x/y`,
  'file:///etc/passwd',
  'file://localhost/etc',
  '/etc/passwd',
  '../../etc',
  '~/.ssh',
  'git://127.0.0.1/x/y',
  'ftp://127.0.0.1/x/y',
  'https://host.example/x/y\n--upload-pack=touch',
  'https://host.example/x/y\u0000z',
  '\u001b]0;x\u0007https://host.example/x/y',
];

/** Returns names of branches that git could read as options, revision expressions or patterns. */
export const hostileBranches = (canary: string): string[] => [
  `--upload-pack=touch ${canary}`,
  '--output=/tmp/x',
  '-c',
  '../../../etc/passwd',
  'main:README.md',
  'HEAD~1',
  '@{-1}',
  'main\n--upload-pack=x',
  'refs/*',
];

/** Addresses of this machine and of private, carrier and cloud networks, in every notation of an address. */
export const privateHosts =
  '127.0.0.2 127.2 2130706434 0x7f.2 017700000002 [::ffff:127.0.0.2] localhost 0.0.0.0 [::1] [::] 169.254.169.254 168.63.129.16 10.0.0.1 192.168.0.1 100.64.0.1 [fe80::1] [fd00:ec2::254] [64:ff9b::7f00:2]'.split(
    ' ',
  );
