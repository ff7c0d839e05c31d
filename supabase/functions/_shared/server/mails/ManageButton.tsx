import { Button } from '@react-email/components';
import { style } from './theme.ts';

/** Shows nothing without a link: for places that were not sold here, parents ask staff. */
export function ManageButton({ url, children }: { url: string | null; children: string }) {
  return (
    url && (
      <Button href={url} className="button" style={style.button}>
        {children}
      </Button>
    )
  );
}
