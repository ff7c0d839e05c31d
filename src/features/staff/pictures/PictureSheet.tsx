import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type PictureDetails, shareHours, type SharedPicture, studioName } from '#contract/pictures.ts';
import { errorText } from '#api/error-text.ts';
import { saveBlob } from '#browser/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useRefused } from '#ui/kit/OutcomeNotice.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { showUndo } from '#ui/staff/table/undo.ts';
import type { Addresses } from './addresses.ts';
import { sharePicture } from './api.ts';
import { refusals, stateMessages, detailMessages } from './messages.ts';
import type { Outcome, PictureView, PictureDetailsStore } from './detail.ts';
import { Uses } from './Uses.tsx';
import { PictureChildren } from './PictureChildren.tsx';

interface Props {
  detail: PictureDetailsStore;
  addresses: Addresses;
  isManager: boolean;
  view: Exclude<PictureView, { state: 'closed' }>;
  onDeleted: () => void;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

export const PictureSheet = ({ view, ...rest }: Props) => (
  <SideSheet
    view={view}
    notFound="picture_not_found"
    words={detailMessages}
    onClose={rest.detail.close}
    onAgain={() => void rest.detail.retry()}
  >
    {(picture) => <LoadedPicture {...rest} picture={picture} />}
  </SideSheet>
);

function LoadedPicture({
  detail,
  addresses,
  isManager,
  picture,
  onDeleted,
}: Omit<Props, 'view'> & { picture: PictureDetails }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const address = useStore(addresses.$addresses)[picture.id];
  const [name, setName] = useState(picture.name);
  const refusal = useRefused(outcome, refusedMessage);
  useEffect(() => void addresses.load([picture.id]), [addresses, picture.id]);
  const [word, tone, meaning] = stateMessages[picture.state];
  async function remove(): Promise<void> {
    if (!(await detail.remove(true))) return;
    onDeleted();
    showUndo(detailMessages.removed, detailMessages.undo, () => void detail.remove(false).then(onDeleted));
  }
  return (
    <>
      <h2 id="side-title">
        {picture.name} <span className={`tag ${tone}`}>{word}</span>
      </h2>
      {address && (
        <img
          className="picture-large"
          src={address.url}
          alt={picture.name}
          width={picture.width}
          height={picture.height}
        />
      )}
      <p className="quiet">
        {meaning} {detailMessages.facts(picture)}
      </p>
      {refusal !== '' && <Notice tone="bad">{refusal}</Notice>}
      {outcome?.state === 'done' && outcome.what === 'saved' && <Notice>{detailMessages.saved}</Notice>}
      {picture.state === 'deleted' ? (
        <div className="picture-part">
          <p>{detailMessages.until(picture.restorable_until ?? picture.created_at)}</p>
          <div>
            <Button kind="line" busy={busy} onClick={() => void detail.remove(false).then(onDeleted)}>
              {detailMessages.restore}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <FormElement
            className="picture-name"
            onSubmit={() => {
              if (name.trim() !== '' && name !== picture.name) void detail.rename(name.trim());
            }}
          >
            <Field
              id="picture-name"
              label={detailMessages.name}
              value={name}
              maxLength={120}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
            <Button kind="line" type="submit" busy={busy}>
              {detailMessages.save}
            </Button>
          </FormElement>
          {isManager && (
            <PictureChildren
              key={`${picture.shows} ${picture.children.length}`}
              detail={detail}
              picture={picture}
              busy={busy}
            />
          )}
          {isManager && picture.state === 'open' && <Share id={picture.id} />}
          {isManager && <Uses id={picture.id} />}
          <div className="row">
            {isManager && picture.state === 'open' && address && (
              <SaveFile url={address.url} name={studioName(picture.id)} />
            )}
            <Button kind="line" small busy={busy} onClick={() => void remove()}>
              {detailMessages.remove}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** Saves the picture as a file. Content stores a copy of the file, whose name leads back to this picture. */
function SaveFile({ url, name }: { url: string; name: string }) {
  async function save(): Promise<void> {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) return;
    saveBlob(name, await response.blob());
  }
  return (
    <Button kind="line" small onClick={() => void save()}>
      {detailMessages.download}
    </Button>
  );
}

type Link = { state: 'failed'; words: string } | ({ state: 'made'; copied: boolean } & SharedPicture);

function Share({ id }: { id: string }) {
  const { busy, outcome: link, run } = useAction<Link>();
  const make = (hours: number) =>
    run(async () => {
      const answer = await sharePicture(id, hours);
      if (!answer.ok) return { state: 'failed', words: await errorText(answer.code, refusals) };
      const isCopied = await navigator.clipboard.writeText(answer.value.url).then(
        () => true,
        () => false,
      );
      return { state: 'made', copied: isCopied, ...answer.value };
    });
  return (
    <section className="sheet picture-part" aria-labelledby="picture-share">
      <h3 id="picture-share">{detailMessages.share}</h3>
      <p className="quiet">{detailMessages.shareText}</p>
      <div className="row">
        {shareHours.map((hours) => (
          <Button key={hours} kind="line" small busy={busy} onClick={() => void make(hours)}>
            {detailMessages.hours(hours)}
          </Button>
        ))}
      </div>
      {link?.state === 'made' && (
        <Field
          id="picture-link"
          label={detailMessages.link}
          value={link.url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
      <p role="status">
        {link?.state === 'made' &&
          (link.copied ? detailMessages.copied : detailMessages.byHand)(link.expires_at)}
        {link?.state === 'failed' && link.words}
      </p>
    </section>
  );
}
