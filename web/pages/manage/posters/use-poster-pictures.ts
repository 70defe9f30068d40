/** Loads the pictures of a poster: the clinic's logo, and the photo. */
import { useEffect, useState } from 'react';
import type { DisplayLogo } from '../../../../src/contract/display.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { vividColour } from './drawing/colours.ts';

export interface ClinicLogo {
  picture: ImageBitmap;
  /** `ground`: brightness of the background on which the logo is legible. */
  details: Pick<DisplayLogo, 'width' | 'height' | 'ground'>;
}

interface Clinic {
  logo?: ClinicLogo;
  /** Main colour of the logo. */
  colour?: string | undefined;
}

/** Returns the clinic's logo and its colour. `isReady`: both are known, or there is no logo, or it cannot be loaded. */
export function useClinicLogo(enabled: boolean): Clinic & { isReady: boolean } {
  const { data, error } = useResource('GET /api/display-settings', undefined, { enabled });
  const [clinic, setClinic] = useState<Clinic>();
  const logo = data?.logo;
  useEffect(() => {
    if (logo === undefined) return;
    let isCurrent = true;
    void loadLogo(logo)
      .catch((): Clinic => ({}))
      .then((loaded) => isCurrent && setClinic(loaded));
    return () => {
      isCurrent = false;
    };
  }, [logo]);
  // `isReady` remains true, because a later load must not close the editor.
  const [wasReady, setWasReady] = useState(false);
  const isReady = wasReady || clinic !== undefined || error !== undefined;
  useEffect(() => setWasReady(isReady), [isReady]);
  return { ...clinic, isReady };
}

async function loadLogo(logo: DisplayLogo | null): Promise<Clinic> {
  if (!logo) return {};
  const response = await fetch(logo.url);
  if (!response.ok) return {};
  const picture = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data;
  return { logo: { picture, details: logo }, colour: pixels && vividColour(pixels) };
}

/** Decodes the photo of a data URL. Returns the previous photo while decoding, and null if the photo cannot be decoded. */
export function usePhoto(data: string | undefined): ImageBitmap | undefined | null {
  const [photo, setPhoto] = useState<ImageBitmap | null>();
  useEffect(() => {
    if (data === undefined) return setPhoto(undefined);
    let isCurrent = true;
    createImageBitmap(blobOf(data)).then(
      (decoded) => isCurrent && setPhoto(decoded),
      () => isCurrent && setPhoto(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [data]);
  return photo;
}

/** Converts a data URL without a request, which the content policy forbids. */
function blobOf(dataUrl: string): Blob {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}
