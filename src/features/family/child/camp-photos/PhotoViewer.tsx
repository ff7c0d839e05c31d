import type { FamilyCampPhoto } from '#contract/camp-photos.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chevron, close, download } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { useModal } from '#ui/use-modal.ts';
import { campPhotoMessages as messages } from './messages.ts';
import { type FamilyPhotos, photosByDay } from './store.ts';

interface Props {
  photos: FamilyPhotos;
  shown: FamilyCampPhoto;
  all: readonly FamilyCampPhoto[];
  name: string;
}

/** A large photo with what the family can do with it. */
export function PhotoViewer({ photos, shown, all, name }: Props) {
  const dialog = useModal();
  const busy = useStore(photos.$busy);
  const outcome = useStore(photos.$outcome);
  const ofDay = photosByDay(all).find((day) => day.includes(shown)) ?? [shown];
  const place = ofDay.indexOf(shown);
  const step = (by: number) => {
    const next = ofDay[place + by];
    if (next) void photos.show(next.id);
  };
  return (
    <dialog
      ref={dialog}
      className="dialog photo-viewer"
      aria-labelledby="photo-viewer-title"
      onClose={() => void photos.show(null)}
    >
      <h2 id="photo-viewer-title">{messages.day(shown)}</h2>
      <div className="photo-large">
        <img
          key={shown.id}
          src={shown.url}
          alt={messages.alt(name, shown, place + 1)}
          width={shown.width}
          height={shown.height}
        />
        {place > 0 && (
          <button
            type="button"
            className="icon-button previous"
            aria-label={messages.previous}
            onClick={() => step(-1)}
          >
            <Icon path={chevron} />
          </button>
        )}
        {place < ofDay.length - 1 && (
          <button
            type="button"
            className="icon-button next"
            aria-label={messages.next}
            onClick={() => step(1)}
          >
            <Icon path={chevron} />
          </button>
        )}
      </div>
      <p className="quiet">
        {shown.taken_by !== null && `${messages.takenBy(shown.taken_by)} · `}
        {messages.gone(shown.gone_on)}
      </p>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="photo-actions" key={`actions ${shown.id}`}>
        <Button kind="solid" small busy={busy} onClick={() => void photos.download(shown.id)}>
          <Icon path={download} />
          {messages.download}
        </Button>
        <ConfirmButton {...messages.removing} busy={busy} onYes={() => void photos.remove(shown.id)} />
        <ConfirmButton {...messages.reporting} busy={busy} onYes={() => void photos.report(shown.id)} />
      </div>
      <button
        type="button"
        className="icon-button x"
        aria-label={messages.close}
        onClick={() => void photos.show(null)}
      >
        <Icon path={close} />
      </button>
    </dialog>
  );
}
