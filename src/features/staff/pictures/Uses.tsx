import type { PictureUses } from '#contract/pictures.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { fetchUses } from './api.ts';
import { refusals, detailMessages } from './messages.ts';

type UsesState = { state: 'failed'; words: string } | ({ state: 'found' } & PictureUses);

/** Lists the published documents that show the picture. */
export function Uses({ id }: { id: string }) {
  const { busy, outcome: uses, run } = useAction<UsesState>();
  const findUses = () =>
    run(async () => {
      const answer = await fetchUses(id);
      return answer.ok
        ? { state: 'found', ...answer.value }
        : { state: 'failed', words: await errorText(answer.code, refusals) };
    });
  return (
    <section className="sheet picture-part" aria-labelledby="picture-uses">
      <h3 id="picture-uses">{detailMessages.uses}</h3>
      <p className="quiet">{detailMessages.usesText}</p>
      <div aria-live="polite">
        {uses?.state === 'failed' && <p>{uses.words}</p>}
        {uses?.state === 'found' && uses.uses.length === 0 && <p>{detailMessages.usesNone}</p>}
        {uses?.state === 'found' && uses.uses.length > 0 && (
          <ul className="picture-uses">
            {uses.uses.map((document) => (
              <li key={document.id}>
                <b>{document.title ?? document.id}</b> <span className="quiet">{document.type}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <Button kind="line" small busy={busy} onClick={() => void findUses()}>
          {detailMessages.usesAsk}
        </Button>
      </div>
    </section>
  );
}
