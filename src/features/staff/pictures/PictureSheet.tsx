import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type PictureStory, shareHours, type SharedPicture, studioName } from '#contract/pictures.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useRefused } from '#ui/staff/Outcome.tsx';
import { SideFrame, SideWaiting } from '#ui/staff/SideFrame.tsx';
import { showUndo } from '#ui/staff/table/undo.ts';
import type { Addresses } from './addresses.ts';
import { sharePicture } from './api.ts';
import { refusals, stateWords, storyWords } from './messages.ts';
import type { End, PictureView, Story } from './story.ts';
import { Uses } from './Uses.tsx';
import { Who } from './Who.tsx';

interface Props {
  story: Story;
  addresses: Addresses;
  isManager: boolean;
  view: Exclude<PictureView, { state: 'closed' }>;
  onGone: () => void;
}

const TITLE = 'picture-title';
const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);

export const PictureSheet = ({ view, ...rest }: Props) => (
  <SideFrame titleId={TITLE} closeLabel={storyWords.close} onClose={rest.story.close}>
    {view.state === 'loading' && <SideWaiting titleId={TITLE} title={storyWords.loading} />}
    {view.state === 'failed' && (
      <>
        <h2 id={TITLE}>{view.code === 'picture_not_found' ? storyWords.gone : storyWords.failed}</h2>
        {view.code !== 'picture_not_found' && (
          <Button kind="solid" onClick={() => void rest.story.retry()}>
            {failedMessages.again}
          </Button>
        )}
      </>
    )}
    {view.state === 'ready' && <Whole {...rest} told={view.told} />}
  </SideFrame>
);

function Whole({ story, addresses, isManager, told, onGone }: Omit<Props, 'view'> & { told: PictureStory }) {
  const act = useStore(story.$act);
  const address = useStore(addresses.$addresses)[told.id];
  const [name, setName] = useState(told.name);
  const words = useRefused(act, refusedWords);
  useEffect(() => void addresses.load([told.id]), [addresses, told.id]);
  const busy = act.state === 'busy';
  const [word, tone, meaning] = stateWords[told.state];
  async function remove(): Promise<void> {
    if (!(await story.remove(true))) return;
    onGone();
    showUndo(storyWords.removed, storyWords.undo, () => void story.remove(false).then(onGone));
  }
  return (
    <>
      <h2 id={TITLE}>
        {told.name} <span className={`tag ${tone}`}>{word}</span>
      </h2>
      {address && (
        <img
          className="picture-large"
          src={address.url}
          alt={told.name}
          width={told.width}
          height={told.height}
        />
      )}
      <p className="quiet">
        {meaning} {storyWords.facts(told)}
      </p>
      {words !== '' && <Notice tone="bad">{words}</Notice>}
      {act.state === 'done' && act.what === 'saved' && <Notice>{storyWords.saved}</Notice>}
      {told.state === 'deleted' ? (
        <div className="picture-part">
          <p>{storyWords.until(told.gone_at ?? told.created_at)}</p>
          <div>
            <Button kind="line" busy={busy} onClick={() => void story.remove(false).then(onGone)}>
              {storyWords.restore}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <form
            className="picture-name"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '' && name !== told.name) void story.rename(name.trim());
            }}
          >
            <Field
              {...{ id: 'picture-name', label: storyWords.name, value: name, maxLength: 120 }}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
            <Button kind="line" type="submit" busy={busy}>
              {storyWords.save}
            </Button>
          </form>
          {isManager && <Who key={`${told.shows} ${told.children.length}`} {...{ story, told, busy }} />}
          {isManager && told.state === 'open' && <Share id={told.id} />}
          {isManager && <Uses id={told.id} />}
          <div className="row">
            {isManager && told.state === 'open' && address && (
              <SaveFile url={address.url} name={studioName(told.id)} />
            )}
            <Button kind="line" small busy={busy} onClick={() => void remove()}>
              {storyWords.remove}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** The file's name identifies the copy in content again. */
function SaveFile({ url, name }: { url: string; name: string }) {
  async function save(): Promise<void> {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return (
    <Button kind="line" small onClick={() => void save()}>
      {storyWords.download}
    </Button>
  );
}

type Link =
  | { state: 'none' | 'busy' }
  | { state: 'failed'; words: string }
  | ({ state: 'made'; copied: boolean } & SharedPicture);

function Share({ id }: { id: string }) {
  const [link, setLink] = useState<Link>({ state: 'none' });
  async function make(hours: number): Promise<void> {
    setLink({ state: 'busy' });
    const answer = await sharePicture(id, hours);
    if (!answer.ok) {
      setLink({ state: 'failed', words: await errorText(answer.code, refusals) });
      return;
    }
    const copied = await navigator.clipboard.writeText(answer.value.url).then(
      () => true,
      () => false,
    );
    setLink({ state: 'made', copied, ...answer.value });
  }
  return (
    <section className="sheet picture-part" aria-labelledby="picture-share">
      <h3 id="picture-share">{storyWords.share}</h3>
      <p className="quiet">{storyWords.shareText}</p>
      <div className="row">
        {shareHours.map((hours) => (
          <Button key={hours} kind="line" small busy={link.state === 'busy'} onClick={() => void make(hours)}>
            {storyWords.hours(hours)}
          </Button>
        ))}
      </div>
      {link.state === 'made' && (
        <Field
          id="picture-link"
          label={storyWords.link}
          value={link.url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
      <p role="status">
        {link.state === 'made' && (link.copied ? storyWords.copied : storyWords.byHand)(link.expires_at)}
        {link.state === 'failed' && link.words}
      </p>
    </section>
  );
}
