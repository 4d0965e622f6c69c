import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WebLinkProps extends Pick<AnchorProps, 'className' | 'inherit' | 'size' | 'underline'> {
  address: string;
  /** Text of the link. Default: the address. */
  children?: ReactNode;
  'aria-label'?: string;
}

/**
 * Shows an address, as a link if it is a web address. A source can contain any address, so paths of the server's machine and
 * other schemes are only text.
 */
export function WebLink({ address, children = address, ...look }: WebLinkProps) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" {...look}>
      {children}
    </Anchor>
  );
}
