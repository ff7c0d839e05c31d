import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { print as printer } from '#ui/icons.ts';
import { copyMessages } from './messages.ts';
import { type ExportLine, describeExport } from './export-text.ts';

/** Shows the document with all stored data. It is discarded when the parent closes it. */
export function ReadDocument({
  document,
  onBack,
}: {
  document: Record<string, unknown>;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    // Folded sections cannot be opened on paper, so all of them open before printing.
    const openAll = () => {
      for (const section of article.current?.querySelectorAll('details') ?? []) section.open = true;
    };
    addEventListener('beforeprint', openAll);
    return () => removeEventListener('beforeprint', openAll);
  }, []);
  const exportedAt = document['exported_at'];
  const sections = describeExport(document);
  const empty = sections.filter(({ lines }) => lines.length === 0);
  return (
    <article className="privacy-whole" ref={article}>
      <div className="row no-print">
        <Button kind="line" small onClick={onBack}>
          {copyMessages.back}
        </Button>
        <Button kind="solid" small onClick={() => print()}>
          <Icon path={printer} />
          {copyMessages.print}
        </Button>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {copyMessages.docTitle}
      </h1>
      <p className="quiet">
        {typeof exportedAt === 'string' && `${copyMessages.gathered(exportedAt)} `}
        {copyMessages.ids}
      </p>
      {sections
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <details key={title}>
            <summary>
              <h2>{title}</h2>
            </summary>
            <Lines lines={lines} />
          </details>
        ))}
      {empty.length > 0 && <p className="quiet">{copyMessages.empty(empty.map(({ title }) => title))}</p>}
    </article>
  );
}

const Lines = ({ lines }: { lines: readonly ExportLine[] }) => (
  <ul>
    {lines.map(({ label, text, below }, index) => (
      <li key={index} className={below.length > 0 ? 'deep' : undefined}>
        <b>{label}</b>
        {text !== '' && <span>{text}</span>}
        {below.length > 0 && <Lines lines={below} />}
      </li>
    ))}
  </ul>
);
