import { Fragment } from 'react';

/** Shows an e-mail or web address that breaks after @ / and . rather than inside a word: `<Breakable text={email} />` */
export function Breakable({ text }: { text: string }) {
  // A period before a digit is not a place to break: IP addresses stay whole.
  const parts = text.replace(/[@/]+|\.(?!\d)/g, '$&\n').split('\n');
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- equal parts may follow each other, and their order never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
