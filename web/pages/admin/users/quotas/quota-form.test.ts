import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultQuotas, quotaErrors, type QuotaForm, quotaFormOf, quotasInputOf } from './quota-form.ts';

const flags = { canAccessBreakingNews: true, canAccessRadio: false, canAccessManagement: true };

test('quotas from the server are the same after a conversion to the form and back', () => {
  for (const maxPlayers of [null, 4]) {
    const quotas = { maxStorageGb: 1.5, maxPlaylists: 2, maxVideos: 120, maxPlayers, ...flags };
    assert.deepEqual(quotasInputOf(quotaFormOf(quotas)), quotas);
  }
});

test('the defaults omit screens and features, so that saving does not change them', () => {
  assert.deepEqual(quotasInputOf(defaultQuotas), { maxStorageGb: 3, maxPlaylists: 2, maxVideos: 120 });
  assert.deepEqual(quotaErrors(defaultQuotas), {});
});

test('a negative quota has its own error text', () => {
  assert.deepEqual(quotaErrors({ ...defaultQuotas, maxVideos: '-1' }), {
    maxVideos: 'Os valores das quotas devem ser positivos.',
  });
});

test('zero contents and a decimal comma are valid; empty, fractional, too small and too large numbers are not', () => {
  assert.deepEqual(quotaErrors({ maxStorageGb: '1,5', maxPlaylists: '1', maxVideos: '0' }), {});
  assert.deepEqual(quotaErrors({ maxStorageGb: '0,5', maxPlaylists: '0', maxVideos: '0' }), {
    maxStorageGb: 'No mínimo 1 GB.',
    maxPlaylists: 'No mínimo 1 playlist.',
  });
  assert.deepEqual(quotaErrors({ maxStorageGb: '101', maxPlaylists: '2,5', maxVideos: '' }), {
    maxStorageGb: 'No máximo 100 GB.',
    maxPlaylists: 'Informe um número inteiro.',
    maxVideos: 'Informe um número.',
  });
});

test('the number of screens is validated only while it is limited', () => {
  const form = (limitsPlayers: boolean): QuotaForm => ({
    ...defaultQuotas,
    extras: { limitsPlayers, maxPlayers: '11', ...flags },
  });
  assert.deepEqual(quotaErrors(form(true)), { maxPlayers: 'No máximo 10 telas.' });
  assert.deepEqual(quotaErrors(form(false)), {});
  assert.deepEqual(quotaErrors({ ...defaultQuotas, extras: { limitsPlayers: true, maxPlayers: '0', ...flags } }), {
    maxPlayers: 'No mínimo 1 tela.',
  });
});
