import { Page } from '../../shared/page.tsx';
import { AddForm } from './add-form.tsx';

/** The view that adds documentation from any kind of source, with a preview. */
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
