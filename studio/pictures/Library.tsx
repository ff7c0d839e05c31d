import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useClient } from 'sanity';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { countTags, findPictures, type LibraryPicture, readLibrary } from './library.ts';
import './pictures.css';

/** The width of a thumbnail in pixels, for a high-resolution screen. */
const THUMB_PX = 400;
const MAX_SHOWN = 120;
const MAX_TAGS = 24;

export const thumbnailOf = ({ url }: LibraryPicture): string => `${url}?w=${THUMB_PX}&fit=max&auto=format`;

type Reading = LibraryPicture[] | 'loading' | 'failed';

/** Returns the dataset's pictures and a function that reads them again. */
export function useLibrary(): [Reading, () => void] {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [pictures, setPictures] = useState<Reading>('loading');
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    readLibrary(client).then(
      (found) => isCurrent && setPictures(found),
      () => isCurrent && setPictures('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, version]);
  return [pictures, () => setVersion((now) => now + 1)];
}

interface Props {
  pictures: Reading;
  chosen: string | null;
  onChoose: (picture: LibraryPicture) => void;
}

/** Lists pictures, which can be searched by tag, name and use. A click chooses one of them. */
export function Library({ pictures, chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const fieldId = useId();
  const loadedPictures = useMemo(() => (Array.isArray(pictures) ? pictures : []), [pictures]);
  const tags = useMemo(() => countTags(loadedPictures).slice(0, MAX_TAGS), [loadedPictures]);
  const found = useMemo(() => findPictures(loadedPictures, searched), [loadedPictures, searched]);
  return (
    <>
      <div className="search">
        <label htmlFor={fieldId}>Search pictures</label>
        <input
          id={fieldId}
          type="search"
          value={search}
          placeholder="A tag, a file name, or what uses it"
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {tags.length > 0 && (
        <p className="tags">
          {tags.map(([tag, count]) => (
            <button
              key={tag}
              type="button"
              aria-pressed={search === tag}
              onClick={() => setSearch(search === tag ? '' : tag)}
            >
              {tag} <small>{count}</small>
            </button>
          ))}
        </p>
      )}
      <p aria-live="polite">
        {pictures === 'loading' && 'Loading…'}
        {pictures === 'failed' && 'The pictures did not load. Reload the page to try again.'}
        {Array.isArray(pictures) &&
          (found.length === 0
            ? 'No pictures found. Upload some, or search for another tag.'
            : plural(found.length, 'picture'))}
      </p>
      <ul className="grid">
        {found.slice(0, MAX_SHOWN).map((picture) => (
          <li key={picture._id}>
            <button type="button" aria-pressed={picture._id === chosen} onClick={() => onChoose(picture)}>
              <img src={thumbnailOf(picture)} alt="" loading="lazy" />
              <span>{picture.name ?? 'Without a name'}</span>
              <small>
                {picture.uses.length === 0
                  ? 'Not used'
                  : `Used by ${plural(picture.uses.length, 'document')}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p>Only the newest {MAX_SHOWN} are shown. Search to find the others.</p>}
    </>
  );
}
