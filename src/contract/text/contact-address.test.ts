import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactHref, contactTextOf, contactUrlOf } from './contact-address.ts';

test('a WhatsApp number becomes a chat link, a Brazilian one also without its country code', () => {
  for (const typed of ['+55 (11) 99999-8888', '5511999998888', ' 11 99999-8888 '])
    assert.equal(contactUrlOf(typed), 'https://wa.me/5511999998888');
  assert.equal(contactUrlOf('+351 912 345 678'), 'https://wa.me/351912345678');
  for (const typed of ['', '9999-8888', '+0 11 99999 8888', '1'.repeat(16)])
    assert.equal(contactUrlOf(typed), undefined);
});

test('e-mail and https addresses are accepted; other schemes, URLs with a password and malformed addresses are not', () => {
  assert.equal(contactUrlOf('vendas@clinica.com.br'), 'mailto:vendas@clinica.com.br');
  assert.equal(contactUrlOf('mailto:vendas@clinica.com.br'), 'mailto:vendas@clinica.com.br');
  assert.equal(contactUrlOf('https://antessala.example/contato?de=tv'), 'https://antessala.example/contato?de=tv');
  const schemes = ['javascript:alert(1)', 'JavaScript://x.example/%0aalert(1)', 'data:text/html,x', 'http://a.example'];
  const addresses = ['https://ana:segredo@antessala.example', 'https://', 'https://a b.example', 'vendas'];
  for (const typed of [...schemes, ...addresses, 'mailto:a@b.example?cc=c@d.example', 'a%0Acc=c@b.example'])
    assert.equal(contactUrlOf(typed), undefined, typed);
});

test('a contact is shown as people write it, and a WhatsApp or e-mail link contains the prepared message', () => {
  assert.equal(contactTextOf('https://wa.me/5511999998888'), '+5511999998888');
  assert.equal(contactTextOf('mailto:vendas@clinica.com.br'), 'vendas@clinica.com.br');
  assert.equal(contactHref('https://wa.me/5511999998888', 'Olá!'), 'https://wa.me/5511999998888?text=Ol%C3%A1!');
  assert.equal(contactHref('mailto:a@b.example', 'Olá'), 'mailto:a@b.example?body=Ol%C3%A1');
  assert.equal(contactHref('https://antessala.example/contato', 'Olá'), 'https://antessala.example/contato');
});
