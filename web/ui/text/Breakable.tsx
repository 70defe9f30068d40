import { Fragment } from 'react';

/** Text that breaks after its @ / and . rather than inside a word, as e-mails and web addresses should: `<Breakable text={email} />` */
export function Breakable({ text }: { text: string }) {
  // The numbers of an IP address stay together.
  const pieces = text.replace(/[@/]+|\.(?!\d)/g, '$&\n').split('\n');
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- equal pieces may follow each other, and none ever moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
