import type { MissingDetail } from '#contract/family.ts';
import { missingTitle } from '#ui/family/sheet/messages.ts';
import { Icon } from '#ui/Icon.tsx';
import { check, warning } from '#ui/icons.ts';
import type { Child } from './child.ts';
import { messages, missingMessages } from './messages.ts';

export function MissingDetails({ child, details }: { child: Child; details: readonly MissingDetail[] }) {
  if (details.length === 0)
    return (
      <p className="child-complete">
        <Icon path={check} />
        {messages.complete}
      </p>
    );
  return (
    <section className="child-missing" aria-labelledby="missing">
      <Icon path={warning} />
      <div>
        <h2 id="missing">{missingTitle(details.length)}</h2>
        <ul>
          {details.map((detail) => {
            const { what, why, step } = missingMessages[detail];
            return (
              <li key={detail}>
                {step === 'consents' ? (
                  <a href="#consents">{what}</a>
                ) : (
                  <button type="button" className="text-button" onClick={() => child.go(step)}>
                    {what}
                  </button>
                )}{' '}
                {why}.
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
