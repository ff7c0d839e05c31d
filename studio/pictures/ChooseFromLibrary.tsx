import { useEffect, useRef } from 'react';
import type { AssetSourceComponentProps } from 'sanity';
import { Library, useLibrary } from './Library.tsx';

/** Opens the library from the form of a picture. Editors can search it by tag. */
export function ChooseFromLibrary({ onSelect, onClose, selectedAssets }: AssetSourceComponentProps) {
  const [pictures] = useLibrary();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="pictures" aria-labelledby="library-title" onClose={onClose}>
      <h2 id="library-title">Choose a picture</h2>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
      <Library
        pictures={pictures}
        chosen={selectedAssets[0]?._id ?? null}
        onChoose={({ _id }) => onSelect([{ kind: 'assetDocumentId', value: _id }])}
      />
    </dialog>
  );
}
