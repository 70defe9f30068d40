import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile } from '../accounts/clinic.ts';
import { normalizeCnpj, identificationLine, isCnpj, missingIdentification } from './identification.ts';

const director = { name: 'Dra. Ana Souza', crmState: 'SP', crm: '123456', rqe: '7890' } as const;
const complete = { ...emptyProfile, name: 'Clínica Sol', crmPj: '98765', director };
const doctor = { ...director, name: 'Dr. Rui Lima', specialty: 'Cardiologia' };

test('the line contains clinic, CRM-PJ, technical director, CRM and RQE', () => {
  assert.equal(
    identificationLine(complete),
    'Clínica Sol · CRM-PJ 98765 · Direção técnica médica: Dra. Ana Souza · CRM/SP 123456 · RQE 7890',
  );
  assert.deepEqual(missingIdentification(complete), []);
});

test('the line omits unknown details, and missingIdentification lists those that are required', () => {
  assert.equal(identificationLine(emptyProfile), '');
  assert.equal(
    identificationLine({ ...complete, crmPj: '', director: { ...director, crm: '', rqe: '' } }),
    'Clínica Sol · Direção técnica médica: Dra. Ana Souza',
  );
  assert.deepEqual(missingIdentification({ ...complete, crmPj: '', director: { ...director, crmState: '' } }), [
    'CRM-PJ',
    'CRM do diretor técnico, com o estado',
  ]);
  assert.equal(missingIdentification(emptyProfile).length, 4);
  assert.deepEqual(
    missingIdentification({ ...complete, director: { ...director, rqe: '' } }),
    [],
    'a director who is no specialist has no RQE',
  );
});

test('a clinic without a technical director names its doctor if it has exactly one', () => {
  const alone = { ...emptyProfile, doctors: [doctor] };
  assert.equal(identificationLine(alone), 'Médico(a): Dr. Rui Lima · Cardiologia · CRM/SP 123456 · RQE 7890');
  assert.equal(identificationLine({ ...alone, doctors: [doctor, doctor] }), '');
  assert.deepEqual(missingIdentification(alone), []);
  const unregistered = { ...alone, doctors: [{ ...doctor, crm: '', rqe: '' }] };
  assert.equal(identificationLine(unregistered), 'Médico(a): Dr. Rui Lima', 'no specialty without its RQE');
  assert.equal(missingIdentification(unregistered).length, 2);
});

test('a CNPJ is valid only with correct check digits, also one with letters', () => {
  for (const cnpj of ['11.222.333/0001-81', '00.000.000/0001-91', '12.ABC.345/01DE-35', '12abc34501de35'])
    assert.equal(isCnpj(normalizeCnpj(cnpj)), true, cnpj);
  for (const cnpj of [
    '11.222.333/0001-82',
    '11.222.333/0001-18',
    '00000000000000',
    '1122233300018',
    '12ABC34501DEA5',
    '',
  ])
    assert.equal(isCnpj(normalizeCnpj(cnpj)), false, cnpj);
});
