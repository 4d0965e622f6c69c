import {
  createSnippetBrowser,
  type SnippetBrowserOptions,
} from '../../../search/snippet-browser.ts';
import type { Route } from '../../route.ts';
import { changeLibrary, getLibrarySettings, type SettingsPorts } from './settings.ts';
import { listSnippets, type BrowsePorts } from './snippets.ts';

/** What the operations on one library need. */
export type LibraryPorts = SnippetBrowserOptions &
  Pick<BrowsePorts, 'injections'> & {
    registry: SettingsPorts['registry'];
    access: BrowsePorts['access'] & SettingsPorts['access'];
  };

/** The operations on one library's content and settings by their ids. */
export function libraryRoutes(ports: LibraryPorts): Record<string, Route> {
  const browse = createSnippetBrowser(ports);
  return {
    listSnippets: listSnippets({ ...ports, browse }),
    getLibrarySettings: getLibrarySettings(ports),
    changeLibrary: changeLibrary(ports),
  };
}
