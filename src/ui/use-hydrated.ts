import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns false on the server and in the first drawing in the browser, and true once React has hydrated the page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
