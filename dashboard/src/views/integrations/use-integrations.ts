import { api, queries } from '../../api/client.ts';
import { refused, told } from '../../shared/notify.ts';

/** Asks again what is set. */
function again(): void {
  void queries.invalidateQueries({ queryKey: ['get', '/api/v1/integrations'] });
}

/** Sets all fields of an integration. What the server refuses is the form's to show. */
export function useSet(onDone: () => void) {
  return api.useMutation('put', '/api/v1/integrations/{name}', {
    onSuccess({ name }) {
      told(`${name} is set. Lectern tries libraries that need it again.`);
      again();
      onDone();
    },
  });
}

/** Forgets an integration. */
export function useRemove(onDone: () => void) {
  return api.useMutation('delete', '/api/v1/integrations/{name}', {
    onSuccess({ message }) {
      told(message);
      again();
      onDone();
    },
    onError: refused,
  });
}

/** Tries what is stored. */
export function useTest() {
  return api.useMutation('post', '/api/v1/integrations/{name}/test', { onError: refused });
}
