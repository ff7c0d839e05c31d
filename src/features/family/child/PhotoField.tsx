import { photoTypes } from '#contract/family-photo.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import { $photos } from '#api/family-photos.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { avatarOf } from '#ui/avatars.ts';
import { photoMessages } from './messages.ts';
import { createPhoto } from './photo.ts';

interface Props {
  childId: string;
  index: number;
  hasPhoto: boolean;
}

export function PhotoField({ childId, index, hasPhoto }: Props) {
  const [photo] = useState(() => createPhoto(childId));
  const url = useStore($photos)[childId];
  const busy = useStore(photo.$busy);
  const outcome = useStore(photo.$outcome);
  const id = useId();
  useEffect(() => {
    if (hasPhoto) void photo.open();
  }, [photo, hasPhoto]);
  return (
    <div className="child-photo">
      <img className="face" src={url ?? avatarOf(index)} width="120" height="120" alt="" />
      <input
        id={id}
        className="sr-only"
        type="file"
        accept={photoTypes.join(',')}
        disabled={busy}
        onChange={({ target }) => {
          const [picture] = target.files ?? [];
          if (picture) void photo.send(picture);
          target.value = '';
        }}
      />
      <label className="text-button" htmlFor={id}>
        {busy ? photoMessages.sending : url ? photoMessages.change : photoMessages.choose}
      </label>
      {url && <ConfirmButton {...photoMessages.removing} busy={busy} onYes={() => void photo.remove()} />}
      <p className={outcome?.tone === 'bad' ? 'photo-bad' : 'quiet'} role="status">
        {outcome?.text ?? photoMessages.photoPrivacy}
      </p>
    </div>
  );
}
