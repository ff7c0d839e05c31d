import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False on the server and in the first drawing in the browser, true once React has hydrated the page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
