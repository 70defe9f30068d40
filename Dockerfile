# For amd64 and arm64: docker build -t antessala .   or   docker buildx build --platform linux/amd64,linux/arm64 .

FROM node:24-trixie-slim AS build
WORKDIR /build
# Where no prebuilt binary exists, better-sqlite3 is compiled against the image's own headers. Those of Node 24.19 and
# newer give native objects a hook that aborts the process when they are collected while nothing runs: it is removed.
ENV npm_config_nodedir=/usr/local
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
RUN sed -i '/^ *\(Add\|Remove\)CleanupHook();$/d' /usr/local/include/node/node_object_wrap.h
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY LICENSE tsconfig.json build.mjs ./
COPY src src
COPY web web
COPY scripts scripts
# --build-arg COMMIT=$(git rev-parse HEAD): the commit that the program names; .git is not copied.
ARG COMMIT
ENV ANTESSALA_COMMIT=$COMMIT
# Production files only, and of uWebSockets.js only the binary of this platform and Node.
RUN node --import tsx scripts/package/package.ts --tree /app

# ffmpeg with only the formats that the product uses: Debian's package needs 620 MB of libraries.
FROM node:24-trixie-slim AS ffmpeg
COPY scripts/ffmpeg.sh /root/ffmpeg.sh
RUN /root/ffmpeg.sh /opt/ffmpeg

FROM node:24-trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends espeak-ng libdav1d7 libx264-164 libzimg2 tini && rm -rf /var/lib/apt/lists/* && install -d -o node -g node -m 0700 /data
# --build-arg RHVOICE=1 adds the voice Letícia-F123 (CC BY-SA 4.0), which is in Debian's non-free.
ARG RHVOICE
RUN [ -z "$RHVOICE" ] || { sed -i 's/^Components: main$/& non-free/' /etc/apt/sources.list.d/debian.sources && apt-get update && apt-get install -y --no-install-recommends rhvoice rhvoice-brazilian-portuguese && rm -rf /var/lib/apt/lists/*; }
LABEL org.opencontainers.image.title="Antessala" org.opencontainers.image.description="A TV channel for the waiting room: studio, server and player" org.opencontainers.image.licenses="MIT"
COPY --from=ffmpeg /opt/ffmpeg /opt/ffmpeg
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PATH=/app/bin:$PATH FFMPEG_PATH=/opt/ffmpeg/bin/ffmpeg FFPROBE_PATH=/opt/ffmpeg/bin/ffprobe
USER node
VOLUME /data
EXPOSE 8080 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "healthcheck.cjs"]
ENTRYPOINT ["tini", "--"]
CMD ["antessala"]
