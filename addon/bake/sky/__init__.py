"""Tables of the sky: how sunlight is scattered on its way through the air, by direction."""
