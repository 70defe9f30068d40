import { Fragment } from 'react';

/** Text that breaks after its @ / and . rather than inside a word, as e-mails and web addresses should: `<Breakable text={email} />` */
export function Breakable({ text }: { text: string }) {
  // The numbers of an IP address stay together.
  const pieces = text.replace(/[@/]+|\.(?!\d)/g, '$&\n').split('\n');
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
