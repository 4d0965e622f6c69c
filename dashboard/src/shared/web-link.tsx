import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WebLinkProps extends Pick<AnchorProps, 'className' | 'inherit' | 'size' | 'underline'> {
  address: string;
  /** What stands for the address where it is a link; itself when absent. */
  children?: ReactNode;
  'aria-label'?: string;
}

/**
 * A link where an address is one of the web. Addresses are whatever a source says: paths of the server's machine and other
 * schemes are shown, and never followed.
 */
export function WebLink({ address, children = address, ...look }: WebLinkProps) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" {...look}>
      {children}
    </Anchor>
  );
}
