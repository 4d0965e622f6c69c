import { Anchor } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Page } from '../shared/page.tsx';
import { Empty } from '../shared/states.tsx';

/** Shown for an address without a view. */
export function NotFound() {
  return (
    <Page title="Not found">
      <Empty icon={<IconMapQuestion aria-hidden />} title="This view does not exist">
        The{' '}
        <Anchor component={Link} href="/" underline="always">
          list of libraries
        </Anchor>{' '}
        is a good place to begin.
      </Empty>
    </Page>
  );
}
