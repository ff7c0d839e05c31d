import type { FamilyCampPhoto } from '#contract/camp-photos.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { campPhotoMessages as messages } from './messages.ts';
import { PhotoViewer } from './PhotoViewer.tsx';
import { createFamilyPhotos, type FamilyPhotos, photosByDay } from './store.ts';
import './camp-photos.css';

interface Props {
  childId: string;
  name: string;
  /** `unsure` means that the family agreed long ago, or to an earlier text. */
  consent: 'yes' | 'no' | 'unsure';
}

/** The coaches' photos of a child, by day. */
export function CampPhotosCard({ childId, name, consent }: Props) {
  const [photos] = useState(() => createFamilyPhotos(childId));
  const view = useStore(photos.$view);
  const shownId = useStore(photos.$shownId);
  const outcome = useStore(photos.$outcome);
  // A consent that was just given or withdrawn changes what the family may see.
  useEffect(() => void photos.open(), [photos, consent]);
  if (view.state === 'failed')
    return (
      <SectionFailed title={messages.failed} offline={messages.offline} onRetry={() => void photos.open()} />
    );
  const shown = view.state === 'ready' ? view.photos.find(({ id }) => id === shownId) : undefined;
  return (
    <section className="card camp-photos-card" id="camp-photos" aria-labelledby="camp-photos-title">
      <div>
        <h2 id="camp-photos-title">{messages.title}</h2>
        <p className="quiet">{messages.lead}</p>
      </div>
      {outcome && !shown && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {view.state === 'loading' && <SectionWaiting rows={1} label={messages.loading} />}
      {view.state === 'ready' && view.photos.length === 0 && (
        <p className="photos-none">
          {consent === 'yes' && <WithNames text={messages.none(name)} names={[name]} />}
          {consent === 'no' && messages.noConsent}
          {consent === 'unsure' && messages.staleConsent}
        </p>
      )}
      {view.state === 'ready' &&
        photosByDay(view.photos).map((ofDay) => (
          <Day key={`${ofDay[0]?.day} ${ofDay[0]?.camp}`} photos={photos} ofDay={ofDay} name={name} />
        ))}
      {shown && view.state === 'ready' && (
        <PhotoViewer photos={photos} shown={shown} all={view.photos} name={name} />
      )}
    </section>
  );
}

function Day({
  photos,
  ofDay,
  name,
}: {
  photos: FamilyPhotos;
  ofDay: readonly FamilyCampPhoto[];
  name: string;
}) {
  const [first] = ofDay;
  if (!first) return null;
  return (
    <div className="photo-day">
      <h3>
        <span>{messages.day(first)}</span>
        <small>
          {messages.count(ofDay.length)} · {messages.gone(first.gone_on)}
        </small>
      </h3>
      <ul>
        {ofDay.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={messages.open(index + 1)}
              onClick={() => void photos.show(photo.id)}
            >
              <img
                src={photo.small_url}
                alt={messages.alt(name, photo, index + 1)}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                onError={() => void photos.renew()}
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
