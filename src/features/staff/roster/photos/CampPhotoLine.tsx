import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { picture } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import type { RosterEntry } from '../model.ts';
import { MissingPhotos } from './MissingPhotos.tsx';
import { photoMessages } from './messages.ts';
import { PhotoDialog } from './PhotoDialog.tsx';
import type { CampPhotos } from './store.ts';
import type { WaitingPhoto } from './waiting-photos.ts';
import './photos.css';

interface Props {
  photos: CampPhotos;
  place: RosterEntry;
  campId: string;
  day: string;
  /** Null for another day, on which no photos can be added. */
  dayEnds: number | null;
}

/**
 * Shows how many photos of a day a camp has. On that day, its coaches also see the button that adds
 * photos.
 */
export function CampPhotoLine({ photos, place, campId, day, dayEnds }: Props) {
  const counts = useStore(photos.$counts);
  const ofCamp = useStore(photos.$waiting).filter((photo) => photo.campId === campId);
  const again = ofCamp.filter(({ confirmAgain }) => confirmAgain);
  const waiting = ofCamp.length - again.length;
  const isSending = useStore(photos.$isSending);
  const canSave = useStore(photos.$canSave);
  const [isOpen, setOpen] = useState(false);
  const [shownAgain, setShownAgain] = useState<WaitingPhoto>();
  useEffect(() => photos.showDay(day), [photos, day]);
  const count = counts?.find(({ camp_id }) => camp_id === campId);
  const mayTag = place.children.some(({ photo_consent }) => photo_consent === 'yes');
  return (
    <>
      <div className={place.mine && dayEnds !== null ? 'camp-photos mine no-print' : 'camp-photos no-print'}>
        <div>
          <p>
            <Icon path={picture} />
            <span>
              {count
                ? photoMessages.counts(count.photos, count.tagged, count.children)
                : photoMessages.unknown}
            </span>
          </p>
          {count && <MissingPhotos count={count} place={place} />}
          {again.length > 0 && (
            <p className="photos-waiting" role="status">
              <b>{photoMessages.confirmAgain(again.length)}</b>
            </p>
          )}
          {waiting > 0 && (
            <p className="photos-waiting" role="status">
              <b>{isSending ? photoMessages.sending(waiting) : photoMessages.waiting(waiting)}</b>{' '}
              {!canSave && photoMessages.cannotSave}
            </p>
          )}
        </div>
        {place.mine && dayEnds !== null && again[0] && (
          <Button kind="solid" small onClick={() => setShownAgain(again[0])}>
            {photoMessages.confirmNext}
          </Button>
        )}
        {place.mine &&
          dayEnds !== null &&
          (mayTag ? (
            <Button kind="line" small onClick={() => setOpen(true)}>
              {photoMessages.open}
            </Button>
          ) : (
            <p className="quiet">{photoMessages.nobody}</p>
          ))}
      </div>
      {isOpen && dayEnds !== null && (
        <PhotoDialog {...{ photos, place, campId, day, dayEnds, count }} onClose={() => setOpen(false)} />
      )}
      {shownAgain && dayEnds !== null && (
        <PhotoDialog
          {...{ photos, place, campId, day, dayEnds, count }}
          again={shownAgain}
          onClose={() => setShownAgain(undefined)}
        />
      )}
    </>
  );
}

/** Says which photos were not accepted. They are no longer on this device. */
export function RefusedPhotos({ photos }: { photos: CampPhotos }) {
  const refusals = useStore(photos.$failedSubmits);
  if (refusals.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={photoMessages.notKept(refusals.length)}
      actions={
        <Button kind="line" small onClick={photos.dismiss}>
          {photoMessages.dismiss}
        </Button>
      }
    >
      {[...new Set(refusals)].join(' ')}
    </Notice>
  );
}
