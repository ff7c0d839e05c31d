import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { photoTypes } from '#contract/family-photo.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { uploadRefusals, uploadMessages } from './messages.ts';
import type { Upload, Uploads } from './uploads.ts';

/** Shows the uploads. Staff can choose many files at once, and each shows its progress. */
export function UploadSection({ uploads }: { uploads: Uploads }) {
  const allUploads = useStore(uploads.$uploads);
  const id = useId();
  const doneCount = allUploads.filter(({ state }) => state === 'done').length;
  const failedCount = allUploads.filter(({ state }) => state === 'failed').length;
  return (
    <section className="sheet picture-upload" aria-label={uploadMessages.choose}>
      <p>
        <input
          id={id}
          className="sr-only"
          type="file"
          multiple
          accept={photoTypes.join(',')}
          onChange={({ target }) => {
            uploads.add(target.files ?? []);
            target.value = '';
          }}
        />
        <label className="button solid" htmlFor={id}>
          {uploadMessages.choose}
        </label>{' '}
        <span className="quiet">
          <span className="picture-drop">{uploadMessages.drop}</span> {uploadMessages.kinds}
        </span>
      </p>
      {allUploads.length > 0 && (
        <>
          <p className="quiet numbers" role="status">
            {uploadMessages.summary(doneCount, allUploads.length, failedCount)}
          </p>
          <ul>
            {allUploads
              .filter(({ state }) => state !== 'done')
              .map((upload) => (
                <Row key={upload.id} upload={upload} uploads={uploads} />
              ))}
          </ul>
        </>
      )}
    </section>
  );
}

const loadErrorMessage = async (code: NonNullable<Upload['code']>): Promise<string> =>
  code === 'offline' ? uploadRefusals.offline : errorText(code, uploadRefusals);

function Row({ upload: { id, name, state, sent, code }, uploads }: { upload: Upload; uploads: Uploads }) {
  const errorMessage = useLazyText(code, loadErrorMessage);
  return (
    <li>
      <b>{name}</b>
      {state === 'failed' ? (
        <>
          <span className="picture-failed" role="alert">
            {errorMessage}
          </span>
          <span className="row">
            <Button
              kind="line"
              small
              aria-label={`${failedMessages.again}: ${name}`}
              onClick={() => uploads.retry(id)}
            >
              {failedMessages.again}
            </Button>
            <button type="button" className="text-button" onClick={() => uploads.drop(id)}>
              {uploadMessages.drop_}
            </button>
          </span>
        </>
      ) : (
        <>
          <progress value={sent} max={1} aria-label={name} />
          <span className="quiet numbers">
            {state === 'waiting' ? uploadMessages.waiting : uploadMessages.sending(sent)}
          </span>
        </>
      )}
    </li>
  );
}
