import { useState } from 'react';

const NAME = 'new';

/** Returns a link with `?new=`, which opens a list screen with its form for a new record. */
export const newIn = (path: string): string => `${path}?${NAME}=`;

function forget(): void {
  const query = new URLSearchParams(location.search);
  query.delete(NAME);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text === '' ? '' : `?${text}`));
}

/**
 * Returns the value of `?new=…` in the address, which opens the form for a new record. It is null if the address has
 * none. Setting it to null closes the form and removes it from the address.
 */
export function useNewInAddress(): [string | null, (value: string | null) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(NAME));
  return [
    value,
    (next) => {
      if (next === null) forget();
      setValue(next);
    },
  ];
}
