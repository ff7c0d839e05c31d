import { useState } from 'react';
import { useClient } from 'sanity';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { Library, useLibrary } from './Library.tsx';
import { PictureDetails } from './PictureDetails.tsx';

/** The tool that shows every picture with its tags and uses. */
export function PictureLibrary() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [pictures, readAgain] = useLibrary();
  const [chosen, setChosen] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const all = Array.isArray(pictures) ? pictures : [];
  const picture = all.find(({ _id }) => _id === chosen);

  async function upload(files: readonly File[]): Promise<void> {
    setMessage(`Uploading ${plural(files.length, 'picture')}…`);
    for (const file of files) await client.assets.upload('image', file, { filename: file.name });
    setMessage(`${plural(files.length, 'picture')} uploaded.`);
    readAgain();
  }
  return (
    <div className="pictures">
      <h2>Pictures</h2>
      <p>
        <label className="upload">
          Upload pictures
          <input
            type="file"
            accept="image/*"
            multiple
            onChange={({ currentTarget }) => {
              upload([...(currentTarget.files ?? [])]).catch(() =>
                setMessage(
                  'The upload failed. Check your connection, and that you are allowed to upload pictures.',
                ),
              );
              currentTarget.value = '';
            }}
          />
        </label>{' '}
        <span role="status">{message}</span>
      </p>
      <div className={picture ? 'columns' : undefined}>
        <div>
          <Library pictures={pictures} chosen={chosen} onChoose={({ _id }) => setChosen(_id)} />
        </div>
        {picture && (
          <PictureDetails
            key={`${picture._id} ${picture.tags.join()}`}
            picture={picture}
            others={all.filter(({ _id }) => _id !== picture._id)}
            onChanged={(done) => {
              setMessage(done);
              readAgain();
            }}
          />
        )}
      </div>
    </div>
  );
}
