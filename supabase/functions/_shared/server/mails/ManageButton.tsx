import { Button } from '@react-email/components';
import { style } from './theme.ts';

export function ManageButton({ url, children }: { url: string | null; children: string }) {
  return (
    url && (
      <Button href={url} className="button" style={style.button}>
        {children}
      </Button>
    )
  );
}
