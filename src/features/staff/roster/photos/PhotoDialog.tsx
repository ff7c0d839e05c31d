import type { CampPhotoCount } from '#contract/camp-photos.ts';
import { useEffect, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { placeOnDay } from '../messages.ts';
import type { RosterEntry } from '../model.ts';
import { Sheet } from '../Sheet.tsx';
import { MissingPhotos } from './MissingPhotos.tsx';
import { photoMessages } from './messages.ts';
import { drawFile, encodeBlurred } from './picture.ts';
import { PhotoForm } from './PhotoForm.tsx';
import type { KeptPhoto } from './PhotoForm.tsx';
import type { CampPhotos } from './store.ts';
import { fromBase64, type WaitingPhoto } from './waiting-photos.ts';
import './photos.css';

interface Props {
  photos: CampPhotos;
  place: RosterEntry;
  campId: string;
  day: string;
  /** Midnight by this device's clock, in milliseconds. */
  dayEnds: number;
  count: CampPhotoCount | undefined;
  /** A photo that the coach must confirm again. */
  again?: WaitingPhoto | undefined;
  onClose: () => void;
}

type Step =
  | { state: 'choosing' }
  | { state: 'reading' }
  | { state: 'unreadable' }
  | { state: 'open'; picture: HTMLCanvasElement };

/** A coach takes or chooses photos. Each is blurred, tagged and confirmed before it is saved on the device. */
export function PhotoDialog({ photos, place, campId, day, dayEnds, count, again, onClose }: Props) {
  const [step, setStep] = useState<Step>({ state: 'choosing' });
  const [files, setFiles] = useState<readonly File[]>([]);

  useEffect(() => {
    if (!again) return;
    void drawFile(fromBase64(again.jpeg)).then((picture) =>
      setStep(picture ? { state: 'open', picture } : { state: 'unreadable' }),
    );
  }, [again]);

  async function read([file, ...rest]: readonly File[]): Promise<void> {
    setFiles(rest);
    if (!file) {
      setStep({ state: 'choosing' });
      return;
    }
    setStep({ state: 'reading' });
    const picture = await drawFile(file);
    setStep(picture ? { state: 'open', picture } : { state: 'unreadable' });
  }

  async function keep(picture: HTMLCanvasElement, { boxes, childIds, withoutIds }: KeptPhoto): Promise<void> {
    const jpeg = await encodeBlurred(picture, boxes);
    if (!jpeg) {
      setStep({ state: 'unreadable' });
      return;
    }
    const others = boxes.length > 0 || again?.others === 'blurred' ? 'blurred' : 'none';
    if (again) {
      await photos.confirm(again, { childIds, withoutIds, others }, jpeg);
      onClose();
      return;
    }
    await photos.add({ campId, day, childIds, withoutIds, others }, jpeg, dayEnds);
    await read(files);
  }

  return (
    <Sheet title={photoMessages.title} about={placeOnDay(place)} onClose={onClose}>
      {step.state === 'reading' && <Spinner centered>{photoMessages.reading}</Spinner>}
      {step.state === 'unreadable' && <Notice tone="bad">{photoMessages.unreadable}</Notice>}
      {step.state === 'open' && (
        <PhotoForm
          key={files.length}
          {...(again && { tagged: again.childIds })}
          picture={step.picture}
          place={place}
          left={files.length}
          onKeep={(photo) => keep(step.picture, photo)}
          onDiscard={() => (again ? void photos.remove(again.id).then(onClose) : void read(files))}
        />
      )}
      {(step.state === 'choosing' || step.state === 'unreadable') && (
        <>
          <p>{photoMessages.lead}</p>
          {count && <MissingPhotos count={count} place={place} />}
          <div className="row halves">
            <FileButton label={photoMessages.take} isCamera onChoose={(chosen) => void read(chosen)} />
            <FileButton label={photoMessages.choose} onChoose={(chosen) => void read(chosen)} />
          </div>
          {step.state === 'unreadable' && files.length > 0 && (
            <Button kind="line" onClick={() => void read(files)}>
              {photoMessages.left(files.length)}
            </Button>
          )}
        </>
      )}
    </Sheet>
  );
}

interface FileProps {
  label: string;
  isCamera?: boolean;
  onChoose: (files: File[]) => void;
}

function FileButton({ label, isCamera = false, onChoose }: FileProps) {
  const id = useId();
  return (
    <div className="file-button">
      <input
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      <label className={isCamera ? 'button solid wide' : 'button line wide'} htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
