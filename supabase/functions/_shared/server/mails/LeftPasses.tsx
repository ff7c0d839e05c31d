import { Text } from '@react-email/components';
import { type BookedClasses, leftMessage } from './pass-shapes.ts';
import { style } from './theme.ts';

/** The credits left on each pass, and their last day. */
export function LeftPasses({ passes }: Pick<BookedClasses, 'passes'>) {
  return passes.map((pass, index) => (
    <Text key={index} style={style.choice}>
      {leftMessage(pass)}
    </Text>
  ));
}
