import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  addressBytes,
  belongsTo,
  covers,
  createAuthority,
  issueCertificate,
  permits,
  validityOf,
} from './certificates.ts';
import { findProgram } from '../process/processes.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const from = Date.parse('2026-03-01T00:00:00Z');
const day = 86_400_000;
const validity = { from, to: from + 3_652 * day };
const constraints = {
  names: ['local', 'servidor'],
  networks: ['192.168.0.0/16', '172.16.0.0/12', 'fc00::/7', '203.0.113.9'],
};
const names = ['servidor', 'servidor.local', '192.168.1.20', 'fd00::1:2'];

test('addresses are encoded as certificates require', () => {
  assert.equal(addressBytes('192.168.1.20').toString('hex'), 'c0a80114');
  assert.equal(addressBytes('::1').toString('hex'), `${'0'.repeat(31)}1`);
  assert.equal(addressBytes('fd00::1:2').toString('hex'), 'fd000000000000000000000000010002');
  assert.equal(addressBytes('2001:db8:1:2:3:4:5:6').toString('hex'), '20010db8000100020003000400050006');
  assert.equal(addressBytes('::ffff:10.0.0.1').toString('hex'), '00000000000000000000ffff0a000001');
  assert.throws(() => addressBytes('servidor'));
});

test('an authority permits only its names and networks', () => {
  const { certificate } = createAuthority('Antessala de servidor', validity, constraints);
  const allowedNames = ['servidor', 'tv.servidor', 'qualquer.local', 'LOCAL'];
  const allowed = [...allowedNames, '192.168.255.1', '172.31.0.1', 'fd12::1', '203.0.113.9'];
  const refusedNames = ['servidor.com', 'xlocal', 'outroservidor'];
  const refused = [...refusedNames, '193.168.0.1', '172.32.0.1', '203.0.113.8', '2001:db8::1'];
  assert.deepEqual(
    [...allowed, ...refused].filter((name) => permits(certificate, name)),
    allowed,
  );
});

test('a certificate contains its issuer, names and validity', () => {
  const authority = createAuthority('Antessala de servidor', validity, constraints);
  const end = from + 397 * day;
  const issued = issueCertificate(authority, { from, to: end }, names);
  const parsed = new X509Certificate(issued.certificate);
  assert.equal(parsed.checkIssued(new X509Certificate(authority.certificate)), true);
  assert.equal(new X509Certificate(authority.certificate).ca, true);
  assert.equal(parsed.ca, false);
  assert.deepEqual(validityOf(issued.certificate), { from, to: end });
  assert.deepEqual(
    names.filter((name) => covers(issued.certificate, name)),
    names,
  );
  assert.equal(covers(issued.certificate, 'outro'), false);
  assert.equal(belongsTo(issued, authority), true);
  assert.equal(belongsTo(authority, authority), true);
  const outsider = createAuthority('Antessala de servidor', validity, constraints);
  assert.equal(belongsTo(issued, outsider), false);
  assert.equal(belongsTo({ ...issued, key: outsider.key }, authority), false);
});

test('dates after 2049 keep their century', () => {
  const to = Date.parse('2056-02-28T23:59:59Z');
  assert.equal(validityOf(createAuthority('x', { from, to }, constraints).certificate).to, to);
});

test(
  'openssl reads authority and certificate, and refuses a name outside the constraints',
  { skip: !findProgram('openssl') },
  (t) => {
    const directory = temporaryFolder(t);
    const authority = createAuthority('Antessala de servidor', validity, constraints);
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const trusted = file('authority.pem', authority.certificate);
    const verify = (certificate: string) => {
      try {
        const options = `-x509_strict -purpose sslserver -attime ${from / 1000 + 3600}`.split(' ');
        const args = ['verify', ...options, '-CAfile', trusted, certificate];
        return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    };
    const validFile = file('good.pem', issueCertificate(authority, { from, to: from + day }, names).certificate);
    assert.equal(verify(validFile), `${validFile}: OK`);
    for (const name of ['banco.com.br', '8.8.8.8'])
      assert.match(
        verify(file('bad.pem', issueCertificate(authority, { from, to: from + day }, [name]).certificate)),
        /permitted subtree violation/,
        name,
      );

    const expectLines = (file: string, lines: string[]) => {
      const text = execFileSync('openssl', ['x509', '-in', file, '-noout', '-text'], { encoding: 'utf8' });
      for (const line of lines) assert.ok(text.includes(line), `${line} in\n${text}`);
    };
    const limits = ['CA:TRUE, pathlen:0', 'DNS:local', 'IP:172.16.0.0/255.240.0.0'];
    expectLines(trusted, [...limits, 'Certificate Sign, CRL Sign', 'ecdsa-with-SHA256', 'prime256v1']);
    const alternatives = 'DNS:servidor, DNS:servidor.local, IP Address:192.168.1.20';
    expectLines(validFile, ['CA:FALSE', 'Digital Signature', 'TLS Web Server Authentication', alternatives]);
  },
);
