import { Page } from '../../shared/page.tsx';
import { AddForm } from './add-form.tsx';

/** Adds documentation from wherever it is, and shows before what would become of it. */
export function AddView() {
  return (
    <Page
      title="Add"
      about="Paste where the documentation is: a repository, a website, a file or a workspace. It is looked at before anything is made of it."
    >
      <AddForm />
    </Page>
  );
}
