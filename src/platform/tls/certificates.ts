/** Creates X.509 certificates (RFC 5280) for a server on a local network. Node signs; this module encodes the certificates. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { bitString, bytes, encodeValue, derValues, oid, sequence, tags, time } from './der.ts';

/** Key and certificate as PEM texts. */
export interface KeyAndCertificate {
  key: string;
  certificate: string;
}

export interface Validity {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
};
/** DER tags of GeneralName: dNSName and iPAddress. */
const nameTags = { dns: 0x82, ip: 0x87 };

const attribute = (type: string, value: string) =>
  encodeValue(tags.set, sequence(oid(type), encodeValue(tags.utf8, Buffer.from(value))));
const distinguishedName = (commonName: string) =>
  sequence(attribute(oids.organization, 'Antessala'), attribute(oids.commonName, commonName));
const extension = (type: string, isCritical: boolean, value: Uint8Array) =>
  sequence(
    oid(type),
    ...(isCritical ? [encodeValue(tags.boolean, bytes(0xff))] : []),
    encodeValue(tags.octetString, value),
  );

/** Returns an IP address as 4 or 16 bytes. Throws for a text that is not an address. */
export function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  if (isIP(address) !== 6) throw new Error(`Not an IP address: ${address}`);
  // The URL parser writes an IPv4 address at the end as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [left, right] = [groups(head), groups(tail ?? '')];
  const allGroups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return Buffer.from(allGroups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Returns a network such as `10.0.0.0/8` as address and mask, the form that name constraints use. */
function networkBytes(network: string): Buffer {
  const [address = '', bits] = network.split('/');
  const base = addressBytes(address);
  const mask = base.map(
    (_, index) => (0xff00 >> Math.min(8, Math.max(0, Number(bits ?? base.length * 8) - index * 8))) & 0xff,
  );
  return Buffer.concat([base, mask]);
}

interface CertificateFields {
  issuer: string;
  subject: string;
  /** The subject's public key as SubjectPublicKeyInfo in DER. */
  publicKey: Buffer;
  /** The issuer's private key in PEM. */
  signWith: string;
  validity: Validity;
  extensions: Buffer[];
}

function signCertificate({ issuer, subject, publicKey, signWith, validity, extensions }: CertificateFields): string {
  const algorithm = sequence(oid(oids.ecdsaWithSha256));
  const serial = randomBytes(16);
  // A serial number must be positive and without a leading zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const toSign = sequence(
    encodeValue(0xa0, encodeValue(tags.integer, bytes(2))),
    encodeValue(tags.integer, serial),
    algorithm,
    distinguishedName(issuer),
    sequence(time(validity.from), time(validity.to)),
    distinguishedName(subject),
    publicKey,
    encodeValue(0xa3, sequence(...extensions)),
  );
  const certificate = sequence(toSign, algorithm, bitString(sign('sha256', toSign, signWith)));
  return `-----BEGIN CERTIFICATE-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Creates a P-256 key: every browser on which the player runs supports it, and it is fast on small servers. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  };
}

const keyId = (publicKey: Buffer) => createHash('sha256').update(publicKey).digest().subarray(0, 20);

/** Name constraints of an authority: host names with their subdomains, and networks such as `10.0.0.0/8`. */
export interface Constraints {
  names: readonly string[];
  networks: readonly string[];
}

/** Creates an authority that devices trust only within its constraints. */
export function createAuthority(
  commonName: string,
  validity: Validity,
  { names, networks }: Constraints,
): KeyAndCertificate {
  const { key, publicKey } = newKey();
  const permitted = [
    ...names.map((name) => encodeValue(nameTags.dns, Buffer.from(name))),
    ...networks.map((network) => encodeValue(nameTags.ip, networkBytes(network))),
  ];
  const extensions = [
    extension(
      oids.basicConstraints,
      true,
      sequence(encodeValue(tags.boolean, bytes(0xff)), encodeValue(tags.integer, bytes(0))),
    ),
    // keyCertSign and cRLSign.
    extension(oids.keyUsage, true, bitString(bytes(0x06), 1)),
    extension(oids.subjectKeyId, false, encodeValue(tags.octetString, keyId(publicKey))),
    extension(oids.nameConstraints, true, sequence(encodeValue(0xa0, ...permitted.map((name) => sequence(name))))),
  ];
  return {
    key,
    certificate: signCertificate({
      issuer: commonName,
      subject: commonName,
      publicKey,
      signWith: key,
      validity,
      extensions,
    }),
  };
}

/** Issues a server's certificate with a new key. `names` are host names and IP addresses; the first one is its common name. */
export function issueCertificate(
  authority: KeyAndCertificate,
  validity: Validity,
  names: readonly string[],
): KeyAndCertificate {
  const { key, publicKey } = newKey();
  const authorityKey = createPublicKey(createPrivateKey(authority.key)).export({ type: 'spki', format: 'der' });
  const alternatives = names.map((name) =>
    isIP(name) ? encodeValue(nameTags.ip, addressBytes(name)) : encodeValue(nameTags.dns, Buffer.from(name)),
  );
  const extensions = [
    extension(oids.basicConstraints, true, sequence()),
    // digitalSignature.
    extension(oids.keyUsage, true, bitString(bytes(0x80), 7)),
    extension(oids.extendedKeyUsage, false, sequence(oid(oids.serverAuth))),
    extension(oids.subjectKeyId, false, encodeValue(tags.octetString, keyId(publicKey))),
    extension(oids.authorityKeyId, false, sequence(encodeValue(0x80, keyId(authorityKey)))),
    extension(oids.subjectAltName, false, sequence(...alternatives)),
  ];
  const issuer = /^CN=(.*)$/m.exec(new X509Certificate(authority.certificate).subject)?.[1] ?? '';
  return {
    key,
    certificate: signCertificate({
      issuer,
      subject: names[0] ?? '',
      publicKey,
      signWith: authority.key,
      validity,
      extensions,
    }),
  };
}

/** True if the authority's constraints permit the name or address. Only for authorities made by `createAuthority`. */
export function permits(authority: string, name: string): boolean {
  const { raw } = new X509Certificate(authority);
  const type = oid(oids.nameConstraints);
  const [, value] = derValues(raw.subarray(raw.indexOf(type) + type.length));
  const permitted = derValues(
    derValues(derValues(value?.content ?? Buffer.alloc(0))[0]?.content ?? Buffer.alloc(0))[0]?.content ??
      Buffer.alloc(0),
  ).map(({ content }) => derValues(content)[0]);
  return permitted.some((entry) => {
    if (!entry) return false;
    if (!isIP(name))
      return (
        entry.tag === nameTags.dns && `.${name.toLowerCase()}`.endsWith(`.${entry.content.toString().toLowerCase()}`)
      );
    const address = addressBytes(name);
    if (entry.tag !== nameTags.ip || entry.content.length !== address.length * 2) return false;
    const mask = entry.content.subarray(address.length);
    return address.every((byte, index) => (byte & (mask[index] ?? 0)) === entry.content[index]);
  });
}

/** True if the certificate covers the name or address. */
export function covers(certificate: string, name: string): boolean {
  const parsed = new X509Certificate(certificate);
  return (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
}

export function validityOf(certificate: string): Validity {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

/** True if the authority signed the certificate, and the key is the certificate's key. Throws for texts that are not PEM. */
export function belongsTo({ key, certificate }: KeyAndCertificate, authority: KeyAndCertificate): boolean {
  const parsed = new X509Certificate(certificate);
  return (
    parsed.verify(new X509Certificate(authority.certificate).publicKey) && parsed.checkPrivateKey(createPrivateKey(key))
  );
}
