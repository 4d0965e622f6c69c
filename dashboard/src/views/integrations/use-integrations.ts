import { api, queries } from '../../api/client.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';

/** Reads the integrations again. */
function again(): void {
  void queries.invalidateQueries({ queryKey: ['get', '/api/v1/integrations'] });
}

/** Sets all fields of an integration. The form shows the errors. */
export function useSet(onDone: () => void) {
  return api.useMutation('put', '/api/v1/integrations/{name}', {
    onSuccess({ name }) {
      showSuccess(`${name} is set. Lectern tries libraries that need it again.`);
      again();
      onDone();
    },
  });
}

/** Removes an integration. */
export function useRemove(onDone: () => void) {
  return api.useMutation('delete', '/api/v1/integrations/{name}', {
    onSuccess({ message }) {
      showSuccess(message);
      again();
      onDone();
    },
    onError: showFailure,
  });
}

/** Tests the stored credential. */
export function useTest() {
  return api.useMutation('post', '/api/v1/integrations/{name}/test', { onError: showFailure });
}
