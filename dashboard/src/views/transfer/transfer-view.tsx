import '@mantine/dropzone/styles.css';
import { Tabs } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Page } from '../../shared/page.tsx';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

/** The view that exports and imports libraries. */
export function TransferView() {
  const [tab, setTab] = useState<string | null>('import');
  return (
    <Page
      title="Import and export"
      about="Move public libraries to another install as a bundle, also without a network."
    >
      <Tabs value={tab} onChange={setTab} keepMounted>
        <Tabs.List>
          <Tabs.Tab value="import" leftSection={<IconUpload size={16} aria-hidden />}>
            Import
          </Tabs.Tab>
          <Tabs.Tab value="export" leftSection={<IconDownload size={16} aria-hidden />}>
            Export
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="import" pt="md">
          <ImportPanel />
        </Tabs.Panel>
        <Tabs.Panel value="export" pt="md">
          <ExportPanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
