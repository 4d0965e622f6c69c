import { Page } from '../../shared/page.tsx';
import { AddForm } from './add-form.tsx';

/** Adds documentation from wherever it is, and shows before what would become of it. */
export function AddView() {
  return (
    <Page
      title="Add"
      about="Paste the address of a repository, a website, a file or a workspace. You see a preview before you add it."
    >
      <AddForm />
    </Page>
  );
}
