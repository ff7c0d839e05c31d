import type { DateParts } from '#domain/person.ts';
import { partsOfDate } from '#domain/person.ts';
import { Button } from '../Button.tsx';
import { knownChildrenLabel } from './messages.ts';

interface KnownChild {
  id: string;
  name: string;
  dob: string;
}
interface Props {
  options: readonly KnownChild[];
  /** Names of children that are already in the form. */
  named: readonly string[];
  onChoose: (child: { name: string } & DateParts) => void;
}

/** Buttons for the signed-in parent's children. Each fills in the form of one child while its fields are empty. */
export default function KnownChildren({ options, named, onChoose }: Props) {
  const otherChildren = options.filter(({ name }) => !named.includes(name));
  if (otherChildren.length === 0) return null;
  return (
    <div className="row all" role="group" aria-label={knownChildrenLabel}>
      <span className="hint">{knownChildrenLabel}</span>
      {otherChildren.map(({ id, name, dob }) => (
        <Button key={id} kind="line" small onClick={() => onChoose({ name, ...partsOfDate(dob) })}>
          {name}
        </Button>
      ))}
    </div>
  );
}
