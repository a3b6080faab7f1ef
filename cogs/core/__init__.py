"""What every cog uses: services, lasting controls, localization, permissions."""
