import { useEffect } from 'react';
import { getPublishedId, set, type StringInputProps, useEditState, useFormValue } from 'sanity';
import { toSystemName } from './system-name.ts';

/**
 * The name of a document in addresses and in the database. Nobody types it: it follows the document's name until the
 * first publish, and then stays, because bookings and links refer to it.
 */
export function SystemNameInput({ value, onChange, readOnly }: StringInputProps) {
  const id = getPublishedId(String(useFormValue(['_id']) ?? ''));
  const type = String(useFormValue(['_type']) ?? '');
  const named = [useFormValue(['name']), useFormValue(['title'])].find((text) => typeof text === 'string');
  const name = typeof named === 'string' ? named : '';
  const { published, ready } = useEditState(id, type);
  const wanted = name.trim() === '' ? undefined : toSystemName(type, name, id);
  const follows = ready && published === null && readOnly !== true;
  useEffect(() => {
    if (follows && wanted !== undefined && wanted !== value) onChange(set(wanted));
  }, [follows, wanted, value, onChange]);
  return (
    <p style={{ margin: 0 }}>
      <code>{value ?? '–'}</code>
    </p>
  );
}
